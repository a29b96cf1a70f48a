/** Fields to type in. Check boxes and radio buttons already have a value, and a file is chosen by a click. */
const TYPED = 'input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), textarea, select'

/** Returns true when the form has a field. A field that already has the focus keeps it. */
function focusFirst(form: HTMLElement): boolean {
  const fields = [...form.querySelectorAll<HTMLElement>(TYPED)]
  if (fields.some(field => field === document.activeElement)) return true
  const first = fields.find(field => !field.matches(':disabled') && field.checkVisibility())
  first?.focus({ preventScroll: true })
  return first !== undefined
}

/**
 * Focuses the first field of a form that has just opened. If the fields are still loading it waits for them,
 * until the returned function is called.
 */
export function focusFirstField(form: HTMLElement | null): () => void {
  if (form === null || focusFirst(form)) return () => undefined
  const coming = new MutationObserver(() => {
    if (focusFirst(form)) coming.disconnect()
  })
  coming.observe(form, { childList: true, subtree: true, attributes: true })
  return () => coming.disconnect()
}
