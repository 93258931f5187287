interface Preview<Saved> {
  /** saves the form; undefined when it was refused */
  readonly save: () => Promise<Saved | undefined>
  /** runs one request at a time and shows its outcome */
  readonly run: (request: () => Promise<{ message: string; isError?: boolean }>) => Promise<void>
  readonly fetchHref: (saved: Saved) => Promise<string>
}

/** Saves a form and opens the preview of what is saved in a window of its own. */
export async function openPreview<Saved>({ save, run, fetchHref }: Preview<Saved>): Promise<void> {
  // Opened before the requests, because browsers block windows that no click has opened.
  const preview = window.open('', '_blank')
  let isOpen = false
  const saved = await save()
  if (saved !== undefined)
    await run(async () => {
      const href = await fetchHref(saved)
      if (preview === null) return { message: 'The browser has blocked the preview. Allow this site to open windows.', isError: true }
      preview.location.href = href
      isOpen = true
      return { message: '' }
    })
  if (!isOpen) preview?.close()
}
