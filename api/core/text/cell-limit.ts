/** Characters (UTF-16) that a cell of Excel and LibreOffice holds; they cut what is longer without a word. */
export const CELL_MAX_CHARACTERS = 32_767
