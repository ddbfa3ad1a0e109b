/** Maximum number of UTF-16 code units in a cell of Excel and LibreOffice, which silently truncate longer texts. */
export const CELL_MAX_CHARACTERS = 32_767
