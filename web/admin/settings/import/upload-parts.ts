import type { ShopImport } from '#contract/shop-import/shop-import.ts'
import { shopImportLimits } from '#contract/shop-import/shop-import-limits.ts'
import { ApiError } from '../../../api/client.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'

/** A part that does not arrive is sent again: the file is large, and the line may be slow. */
const attempts = 4
const waitMs = 2_000

interface Upload {
  readonly file: File
  /** a share from 0 to 1 */
  readonly onProgress: (share: number) => void
}

/** Sends a file in parts, and resolves when the last one has arrived. */
export async function uploadShop({ file, onProgress }: Upload): Promise<{ message: string; import: ShopImport }> {
  const { partBytes, fileNameLength } = shopImportLimits
  const started = await callSignedIn('POST /shop-imports', { body: { fileName: file.name.slice(-fileNameLength), bytes: file.size } })
  const { _id: id } = started.import
  const last = Math.ceil(file.size / partBytes)
  for (let part = 1; part <= last; part += 1) {
    await sendPart({ id, part, content: file.slice((part - 1) * partBytes, part * partBytes) })
    onProgress(part / last)
  }
  return { ...started, message: 'The file is uploaded and will be checked.' }
}

async function sendPart({ id, part, content }: { id: string; part: number; content: Blob }): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sendForm({
        route: 'POST /shop-imports/:id/parts/:part',
        params: { id, part: String(part) },
        values: { file: new File([content], 'part.zip') },
      })
      return
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429
      if (isRefused || attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs * attempt))
    }
  }
}
