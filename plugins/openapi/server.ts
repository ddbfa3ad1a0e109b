/** Stands in the document where the address of the installation goes, which differs from request to request. */
export const SERVER = 'vitrine:server'
