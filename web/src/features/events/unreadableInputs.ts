/**
 * Unreadable inputs: the fields (`data-field`) with content that the browser cannot read, such as a half-typed date.
 * Their value is empty, but nobody left them empty.
 */
export function unreadableInputs(form: HTMLFormElement | null): Set<string | undefined> {
  const controls = [...(form?.querySelectorAll('input') ?? [])]
  return new Set(controls.filter(({ validity }) => validity.badInput).map(({ dataset }) => dataset.field))
}
