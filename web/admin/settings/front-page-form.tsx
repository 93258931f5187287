import { frontPageLimits } from '#contract/settings/front-page.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { PictureField } from '../shared/picture-field.tsx'
import { type FrontPageValues, toFrontPageForm, toFrontPageValue } from './front-page-values.ts'
import { GroupForm } from './group-form.tsx'
import { MorePicturesField } from './more-pictures-field.tsx'
import { RowsField } from './rows-field.tsx'
import { useGroupValues } from './use-group-values.ts'
import { VideoField } from './video-field.tsx'

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
