/** An archive cannot be made or used; the message is a sentence for whoever started it. */
export class BackupError extends Error {
  constructor (message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}
