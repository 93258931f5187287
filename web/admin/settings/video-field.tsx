import { uploads } from '#contract/kernel/limits/uploads.ts'
import { sendForm } from '../../orders/shared/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FileDrop } from '../kit/file-drop.tsx'
import { useUpload } from '../shared/use-upload.ts'

interface VideoFieldProps {
  video: string | null
  error?: string | undefined
  onChange: (video: string | null) => void
}

const hint = `MP4 or WebM, upright like the picture, at most ${uploads.videoMaxMegabytes} MB and ${uploads.videoMaxSeconds} seconds. Its sound is not played.`

/** Uploads the video that plays in the place of the front page's picture. */
export function VideoField({ video, error, onChange }: VideoFieldProps) {
  const { upload, isUploading, failure, formatHint } = useUpload(onChange)
  const send = ([file]: Iterable<File>) =>
    file &&
    upload(async (onProgress) => {
      const reply = await sendForm({ route: 'POST /settings/videos', values: { video: file }, onProgress })
      return reply.video
    })
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={video === null ? 'Upload a video' : 'Replace the video'}
        hint={formatHint(hint)}
        accept="video/mp4,video/webm"
        disabled={isUploading}
        onFiles={send}
      />
      {video !== null && (
        <div className="flex flex-wrap items-end gap-4">
          <video
            src={video}
            muted
            playsInline
            controls
            preload="metadata"
            aria-label="Video"
            className="aspect-4/5 w-32 bg-sunk object-cover"
          />
          <Button variant="quiet" onClick={() => onChange(null)}>
            Remove video
          </Button>
        </div>
      )}
      <FormError text={failure ?? error} className="text-sm" />
    </div>
  )
}
