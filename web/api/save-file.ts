/** Offers a file to download. */
export function saveFile({ name, blob }: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
