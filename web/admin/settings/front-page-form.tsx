import { uploads } from '#contract/kernel/limits/uploads.ts'
import { type FrontPagePicture, frontPageLimits } from '#contract/settings/front-page.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { sendForm } from '../../orders/shared/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FileDrop } from '../kit/file-drop.tsx'
import { MoveButtons } from '../kit/move-buttons.tsx'
import { useLatest } from '../kit/use-latest.ts'
import { PictureField } from '../shared/picture-field.tsx'
import { useUpload } from '../shared/use-upload.ts'
import { type FrontPageValues, toFrontPageForm, toFrontPageValue } from './front-page-values.ts'
import { GroupForm } from './group-form.tsx'
import { RowsField } from './rows-field.tsx'
import { useGroupValues } from './use-group-values.ts'

interface FrontPageFormProps {
  state: SettingGroupState
  onChanged: (state: SettingGroupState) => void
}

/** Hero, announcement and rows of the front page. */
export function FrontPageForm({ state, onChanged }: FrontPageFormProps) {
  const form = useGroupValues({ state, toForm: (value) => toFrontPageForm(value as Parameters<typeof toFrontPageForm>[0]) })
  return (
    <GroupForm
      group="front-page"
      form={form}
      read={() => toFrontPageValue(form.values)}
      onChanged={onChanged}
      renderFields={(errors) => <FrontPageFields values={form.values} errors={errors} onChange={form.set} />}
    />
  )
}

type TextName = Exclude<keyof FrontPageValues, 'picture' | 'morePictures' | 'sharedPicture' | 'video' | 'rows'>

interface FrontPageFieldsProps {
  values: FrontPageValues
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<FrontPageValues>) => void
}

function FrontPageFields({ values, errors, onChange }: FrontPageFieldsProps) {
  /** The props of a field; `path` is that of its value on the server. */
  const field = (name: TextName, path: string) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    autoComplete: 'off',
    ...(errors[path] && { error: errors[path] }),
  })
  const headlineError = Object.entries(errors).find(([path]) => path.startsWith('headline'))?.[1]
  return (
    <>
      <fieldset className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <legend className="mb-4 font-display text-2xl">First screen</legend>
        <TextAreaField
          label="Headline"
          hint={`One line each, at most ${frontPageLimits.headlineLines} of ${frontPageLimits.headlineLength} characters`}
          rows={3}
          className="sm:col-span-2"
          {...field('headline', 'headline')}
          {...(headlineError && { error: headlineError })}
        />
        <TextAreaField
          label="Text"
          optional
          hint="**bold**, [link](/buy?category=TEE), lines that begin with - are a list"
          rows={3}
          className="sm:col-span-2"
          {...field('text', 'text')}
        />
        <TextField label="Button" optional hint="Empty: the category of the product shown" {...field('buttonText', 'button.text')} />
        <TextField label="Its link" optional hint="Such as /buy?category=KURTA" {...field('buttonHref', 'button.href')} />
        <div className="sm:col-span-2">
          <PictureField label="Picture" picture={values.picture} onChange={(picture) => onChange({ picture })} />
        </div>
        <div className="sm:col-span-2">
          <MorePicturesField
            pictures={values.morePictures}
            error={errors.morePictures}
            onChange={(morePictures) => onChange({ morePictures })}
          />
        </div>
        <div className="sm:col-span-2">
          <VideoField video={values.video} error={errors.video} onChange={(video) => onChange({ video })} />
        </div>
      </fieldset>
      <fieldset className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <legend className="mb-4 font-display text-2xl">Announcement</legend>
        <TextField
          label="Text"
          optional
          hint="Empty: the usual line about shipping"
          maxLength={120}
          {...field('announcement', 'announcement.text')}
        />
        <TextField label="Its link" optional {...field('announcementHref', 'announcement.href')} />
        <TextField label="First day" optional type="date" {...field('announcementFrom', 'announcement.from')} />
        <TextField label="Last day" optional type="date" {...field('announcementUntil', 'announcement.until')} />
      </fieldset>
      <fieldset>
        <legend className="mb-4 font-display text-2xl">Shared links</legend>
        <PictureField
          label="Picture of shared links. Without one, it is made from the first picture and the logo"
          uploadLabel="Upload a picture for shared links"
          picture={values.sharedPicture}
          onChange={(sharedPicture) => onChange({ sharedPicture })}
        />
      </fieldset>
      <RowsField rows={values.rows} errors={errors} onChange={(rows) => onChange({ rows })} />
    </>
  )
}

interface MorePicturesFieldProps {
  pictures: readonly FrontPagePicture[]
  error?: string | undefined
  onChange: (pictures: FrontPagePicture[]) => void
}

/** The pictures beside the first one of the front page, in their order. Visitors scroll from one to the next. */
function MorePicturesField({ pictures, error, onChange }: MorePicturesFieldProps) {
  const latest = useLatest(pictures)
  const ids = pictures.map((_, index) => String(index))
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-medium">Further pictures</legend>
      {pictures.map((picture, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice, and its field has no state of its own
          key={index}
          className="flex flex-col gap-3 rounded-control border border-line p-4"
        >
          <MoveButtons
            ids={ids}
            id={String(index)}
            label={`picture ${index + 2}`}
            onMove={(moved) => onChange(moved.flatMap((id) => pictures[Number(id)] ?? []))}
          />
          <PictureField
            label={`Picture ${index + 2}`}
            picture={picture}
            onChange={(changed) => onChange(latest.current.flatMap((other, place) => (place === index ? (changed ?? []) : other)))}
          />
        </div>
      ))}
      {pictures.length < frontPageLimits.morePictures && (
        <PictureField
          key={pictures.length}
          label={`Picture ${pictures.length + 2}`}
          uploadLabel="Upload a further picture"
          picture={null}
          onChange={(added) => added && onChange([...latest.current, added])}
        />
      )}
      <FormError text={error} className="text-sm" />
    </fieldset>
  )
}

interface VideoFieldProps {
  video: string | null
  error?: string | undefined
  onChange: (video: string | null) => void
}

const hint = `MP4 or WebM, upright like the picture, at most ${uploads.videoMaxMegabytes} MB and ${uploads.videoMaxSeconds} seconds. Its sound is not played.`

/** Uploads the video that plays in the place of the front page's picture. */
function VideoField({ video, error, onChange }: VideoFieldProps) {
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
