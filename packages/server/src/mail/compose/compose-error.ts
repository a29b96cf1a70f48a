/** What a message cannot be made of. Whoever takes input from people checks it before; this is the last line. */
export type ComposeFault = 'address' | 'messageId' | 'date' | 'header'

export class ComposeError extends Error {
  readonly fault: ComposeFault
  constructor(fault: ComposeFault) {
    super(`a mail cannot be made with this ${fault}`)
    this.fault = fault
  }
}
