/** What fonts.ts uses of subset-font, which brings no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    keepFeatures: string[]
    variationAxes: Record<string, { min: number; max: number }>
  }
  // biome-ignore lint/style/noDefaultExport: it is how the package exports
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
