import { sendForm } from '../../orders/shared/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FileDrop } from '../kit/file-drop.tsx'
import { useUpload } from '../shared/use-upload.ts'

interface BrandImageFieldProps {
  kind: 'logo' | 'icon' | 'signature'
  label: string
  hint: string
  /** the folder of the files; empty: none */
  value: string
  onChange: (value: string) => void
}

/** Uploads a logo, an icon or a signature, and shows it on both grounds. */
export function BrandImageField({ kind, label, hint, value, onChange }: BrandImageFieldProps) {
  const { upload, isUploading, failure, formatHint } = useUpload(onChange)
  const send = ([image]: Iterable<File>) =>
    image &&
    upload(async (onProgress) => {
      const reply = await sendForm({ route: 'POST /settings/brand-images', values: { image }, onProgress })
      return reply.image
    })
  const file = `${value}/${kind === 'icon' ? 'icon-192' : 'logo'}.png`
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label={value === '' ? `Upload ${kind === 'icon' ? 'an' : 'a'} ${kind}` : `Replace the ${kind}`}
        hint={formatHint(hint)}
        accept="image/png,image/jpeg,image/gif,image/webp"
        disabled={isUploading}
        onFiles={send}
      />
      {value !== '' && (
        <div className="flex flex-wrap items-center gap-3">
          {(['white', 'black'] as const).map((ground) => (
            <img
              key={ground}
              src={file}
              alt={`${label} on ${ground}`}
              // The colours of the theme are those of one scheme.
              style={{ backgroundColor: ground }}
              className="h-14 max-w-40 rounded-control border border-line object-contain p-2"
            />
          ))}
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove {kind}
          </Button>
        </div>
      )}
      <FormError text={failure} className="text-sm" />
    </div>
  )
}
