import { useState } from 'react'
import type { FrontPagePicture } from '#contract/settings/front-page.ts'
import { sendForm } from '../../orders/shared/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Picture } from '../../ui/picture.tsx'
import { FileDrop } from '../kit/file-drop.tsx'
import { Needs } from '../kit/needs.tsx'
import { useUpload } from './use-upload.ts'

interface PictureFieldProps {
  label: string
  /** of the field for the file, while there is no picture */
  uploadLabel?: string
  picture: FrontPagePicture | null
  error?: string | undefined
  onChange: (picture: FrontPagePicture | null) => void
}

/** Uploads a picture of the front page or of a page that the owner writes; the click on it sets the centre of its 4:5 crop. */
export function PictureField({ label, uploadLabel = 'Upload a picture', picture, error, onChange }: PictureFieldProps) {
  /** the file of this picture, to cut it again */
  const [uploaded, setUploaded] = useState<{ file: File; image: string }>()
  const { upload, isUploading, failure, formatHint } = useUpload<Omit<FrontPagePicture, 'alt'>>((reply) =>
    onChange({ ...reply, alt: picture?.alt ?? '' }),
  )
  const send = ({ image, focus = { x: 50, y: 50 } }: { image: File; focus?: { x: number; y: number } }) =>
    upload(async (onProgress) => {
      const values = { image, focusX: focus.x, focusY: focus.y }
      const reply = await sendForm({ route: 'POST /settings/pictures', values, onProgress })
      setUploaded({ file: image, image: reply.picture.image })
      return reply.picture
    })

  return (
    <div className="flex flex-col gap-3">
      <Needs right="settings" otherwise={<p className="text-sm text-soft">{label}: administrators with the right “Settings” upload it.</p>}>
        <FileDrop
          label={picture === null ? uploadLabel : 'Replace the picture'}
          hint={formatHint(`${label}. PNG, JPEG, GIF or WebP.`)}
          accept="image/png,image/jpeg,image/gif,image/webp"
          disabled={isUploading}
          onFiles={([image]) => void (image && send({ image }))}
        />
      </Needs>
      {picture !== null && (
        <div className="flex flex-wrap items-start gap-4">
          <div className="w-32">
            <Picture image={picture.image} alt={picture.alt} sizes="8rem" placeholderColor={picture.backdrop} />
          </div>
          <div className="flex min-w-60 grow flex-col gap-3">
            <TextField
              label="Description for those who do not see it"
              optional
              maxLength={200}
              value={picture.alt}
              onChange={({ target }) => onChange({ ...picture, alt: target.value })}
            />
            {uploaded?.image === picture.image && (
              <div className="flex flex-wrap gap-2">
                {(['top', 'centre', 'bottom'] as const).map((part, index) => (
                  <Button
                    key={part}
                    className="text-sm"
                    aria-disabled={isUploading}
                    onClick={() => !isUploading && send({ image: uploaded.file, focus: { x: 50, y: index * 50 } })}
                  >
                    Show its {part}
                  </Button>
                ))}
              </div>
            )}
            <div>
              <Button variant="quiet" onClick={() => onChange(null)}>
                Remove picture
              </Button>
            </div>
          </div>
        </div>
      )}
      <FormError text={failure ?? error} className="text-sm" />
    </div>
  )
}
