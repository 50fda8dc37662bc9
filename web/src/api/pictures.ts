/**
 * Picture addresses: the addresses of a picture by its key, so that a page opened under another address than the
 * configured one finds it too, and the widths a browser may choose from.
 */

export type Picture = { url: string; width: number; height: number; srcSet: string }

type Wire = { key: string; width: number; height: number; widths: number[] }

export function pictureFrom({ key, width, height, widths }: Wire): Picture {
  const address = `/api/media/${encodeURIComponent(key)}`
  return { url: address, width, height, srcSet: widths.map((of) => `${address}/${of} ${of}w`).join(', ') }
}
