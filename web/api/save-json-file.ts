/** Offers data as a file to download. */
export function saveJsonFile({ name, contents }: { name: string; contents: unknown }): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(contents, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
