/** What is typed into. Ticks and radio buttons have a value already; a file is chosen by a click. */
const TYPED = 'input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), textarea, select'

/** Makes the first field of a form that has just opened ready to be typed in. Whoever already is in a field stays there. */
export function focusFirstField(form: HTMLElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>(TYPED) ?? [])]
  if (fields.some(field => field === document.activeElement)) return
  const first = fields.find(field => !field.matches(':disabled') && field.checkVisibility())
  first?.focus({ preventScroll: true })
}
