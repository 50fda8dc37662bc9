/**
 * The fields (`data-field`) in which something stands that the browser cannot read, a half-typed date say: their value is
 * empty, but nobody left them empty.
 */
export function unreadIn(form: HTMLFormElement): Set<string | undefined> {
  const controls = [...form.querySelectorAll('input')]
  return new Set(controls.filter(({ validity }) => validity.badInput).map(({ dataset }) => dataset.field))
}
