export const description = 'todo'
