/** An archive cannot be made or used. The message is a sentence for the user. */
export class BackupError extends Error {
  constructor (message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}
