import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { createKey } from '../../../../api/idempotency-key.ts'
import { Button } from '../../../../ui/button.tsx'
import { FileDrop } from '../../../kit/file-drop.tsx'
import { useReportUpload } from '../../../kit/open-uploads.tsx'
import { imageTypes } from '../form/image-field.tsx'
import { addPicture, describeUploadError } from '../form/submit-product.ts'
import { UploadProgress } from '../form/upload-progress.tsx'

interface PictureUploadsProps {
  productId: string
  /** the number of pictures that the product has */
  count: number
  onAdded: (reply: CallReply<'POST /products/:id/pictures'>) => void
  /** whether files are waiting, under way or have failed */
  onUpload: (isUploading: boolean) => void
}

interface Upload {
  /** the idempotency key: after a lost reply the same file is not added twice */
  readonly key: string
  readonly file: File
  readonly fraction: number
  readonly error?: string
}

/** Uploads several pictures, one after the other. One that fails can be sent again; the others go on. */
export function PictureUploads({ productId, count, onAdded, onUpload }: PictureUploadsProps) {
  const [files, setFiles] = useState<readonly Upload[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const isSending = useRef(false)
  const next = files.find(({ error }) => error === undefined)
  const update = (key: string, change: Partial<Upload>) =>
    setFiles((previous) => previous.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  const remove = (key: string) => setFiles((previous) => previous.filter((upload) => upload.key !== key))

  useReportUpload(next !== undefined)
  // The product as it is when the reply arrives.
  const reportAdded = useEffectEvent(onAdded)
  const send = useEffectEvent(async ({ key, file }: Upload) => {
    if (isSending.current) return
    isSending.current = true
    try {
      reportAdded(await addPicture({ productId, image: file, key, onProgress: (fraction) => update(key, { fraction }) }))
      remove(key)
    } catch (failure) {
      update(key, { error: describeUploadError(failure) })
    } finally {
      isSending.current = false
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends the next file when there is another one
  useEffect(() => {
    if (next) void send(next)
  }, [next?.key])
  const reportUpload = useEffectEvent(() => onUpload(files.length > 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change
  useEffect(() => reportUpload(), [files.length > 0])

  const add = (chosen: Iterable<File>) => {
    const all = [...chosen]
    const waiting = files.filter(({ error }) => error === undefined).length
    const room = Math.max(0, uploads.maxPictures - count - waiting)
    setFiles((previous) => [...previous, ...all.slice(0, room).map((file) => ({ key: createKey(), file, fraction: 0 }))])
    setRefused(all.slice(room).map(({ name }) => name))
  }
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label="Add pictures"
        hint={`Choose several or drop them here. PNG, JPG, GIF up to ${uploads.hintMegabytes}MB each, ${uploads.maxPictures} pictures in all.`}
        accept={imageTypes}
        multiple
        onFiles={add}
      />
      <p role="alert" className="font-medium text-bad empty:hidden">
        {refused.length > 0 && `A product has at most ${uploads.maxPictures} pictures. Not added: ${refused.join(', ')}.`}
      </p>
      {files.length > 0 && (
        <ul aria-label="Uploads" className="flex flex-col gap-2 text-sm">
          {files.map(({ key, file, fraction, error }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 grow basis-40 font-medium wrap-anywhere">{file.name}</span>
              {error === undefined ? (
                key === next?.key ? (
                  <UploadProgress label={`Upload of ${file.name}`} fraction={fraction} />
                ) : (
                  <span className="text-soft">Waiting</span>
                )
              ) : (
                <>
                  <span role="alert" className="font-medium text-bad">
                    {error}
                  </span>
                  <Button aria-label={`Try ${file.name} again`} onClick={() => setFiles(retry({ files, key }))} className="text-sm">
                    Try again
                  </Button>
                  <Button variant="quiet" aria-label={`Remove ${file.name}`} onClick={() => remove(key)} className="text-sm">
                    Remove
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The failed file waits again, as the last one. */
function retry({ files, key }: { files: readonly Upload[]; key: string }): Upload[] {
  return [
    ...files.filter((upload) => upload.key !== key),
    ...files.filter((upload) => upload.key === key).map(({ error, ...upload }) => ({ ...upload, fraction: 0 })),
  ]
}
