type Branch = { [name: string]: Branch | string }

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads `notes[city]=Pune&payment[capture]=manual` into nested objects, as the API does for form posts. */
export function parseForm({ text }: { text: string }): Branch {
  const root: Branch = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    if (path.length > 0 && !path.some((part) => FORBIDDEN.has(part))) plant({ root, path, value })
  }
  return root
}

function plant({ root, path, value }: { root: Branch; path: readonly string[]; value: string }): void {
  let branch = root
  for (const part of path.slice(0, -1)) {
    const next = branch[part]
    const deeper: Branch = typeof next === 'object' ? next : {}
    branch[part] = deeper
    branch = deeper
  }
  branch[path.at(-1) ?? ''] = value
}
