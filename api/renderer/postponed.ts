/** A job that has to wait: it goes back to its queue for `milliseconds`, which uses up no attempt. */
export class Postponed extends Error {
  override name = 'Postponed'
  readonly milliseconds: number

  constructor(milliseconds: number) {
    super(`The job waits ${milliseconds} ms`)
    this.milliseconds = milliseconds
  }
}
