import { saveFile } from './save-file.ts'

/** Offers data as a file to download. */
export function saveJsonFile({ name, contents }: { name: string; contents: unknown }): void {
  saveFile({ name, blob: new Blob([JSON.stringify(contents, null, 2)], { type: 'application/json' }) })
}
