/**
 * Tells why a message cannot be written. Code that takes input from people checks the input earlier; this is
 * the last defence.
 */
export type ComposeFault = 'address' | 'messageId' | 'date' | 'header'

export class ComposeError extends Error {
  readonly fault: ComposeFault
  constructor(fault: ComposeFault) {
    super(`a mail cannot be made with this ${fault}`)
    this.fault = fault
  }
}
