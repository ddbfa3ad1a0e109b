/** Placeholder in the document for the URL of the installation, which depends on the request. */
export const SERVER = 'vitrine:server'
