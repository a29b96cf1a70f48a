/** Something about an order that the operator should know; hooks are told in these words. */
export type OrderNews = {
  readonly id: string
  readonly address: string
  readonly headline: string
  readonly text: string
}
