import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { pageLimits } from '#contract/pages/page-limits.ts'
import { type AdminPage, pagesCalls } from '#contract/pages/pages.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { UploadNotice, UploadsContext, useOpenUploads } from '../kit/open-uploads.tsx'
import { SaveForm, useSaveForm } from '../kit/save-form.tsx'
import { suggestSlug } from '../kit/suggest-slug.ts'
import { useLatest } from '../kit/use-latest.ts'
import { PictureField } from '../shared/picture-field.tsx'
import { SortableItems } from '../shared/sortable-items.tsx'
import { createSection, type FormSection, type PageValues, toBody, toValues } from './page-values.ts'

const places = [
  ['menu', 'In the row below the categories'],
  ['footer', 'In the footer, under “About us”'],
  ['none', 'Nowhere: only those who have the link'],
] as const

interface PageFormProps {
  /** undefined: a new one */
  page: AdminPage | undefined
  onSaved: (reply: CallReply<'PATCH /pages/:id'>) => void
  onEdit: (isEdited: boolean) => void
  /** beside the button. `save` saves what is entered and returns the page; undefined when it was refused */
  renderActions: (actions: { save: () => Promise<AdminPage | undefined>; canAct: boolean }) => ReactNode
}

/** Title, address, place and sections of a page. */
export function PageForm({ page, onSaved, onEdit, renderActions }: PageFormProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { isUploading, report } = useOpenUploads()
  const noticeId = useId()
  const saved = useRef<AdminPage>(undefined)
  const form = useSaveForm<PageValues, CallReply<'PATCH /pages/:id'>>({
    values: toValues(page),
    body: pagesCalls.createPage.body,
    async send(values) {
      setErrors({})
      const body = toBody(values)
      try {
        return page
          ? await callSignedIn('PATCH /pages/:id', { params: { id: page._id }, body: { ...body, version: page.version } })
          : await callSignedIn('POST /pages', { body })
      } catch (failure) {
        if (failure instanceof ApiError) setErrors(failure.fields)
        throw failure
      }
    },
    onSaved(reply) {
      saved.current = reply.page
      onSaved(reply)
    },
    onEdit,
  })
  const { control, field, setValue, clearErrors, isDirty, isSubmitting } = form
  const { dirtyFields } = form.formState
  const sections = useWatch({ control, name: 'sections' })
  const slug = useWatch({ control, name: 'slug' })
  const canAct = !isUploading && !isSubmitting

  /** An error of the sections, which are no input of their own, would stay. */
  async function submit(): Promise<void> {
    clearErrors('sections')
    if (canAct) await form.save()
  }
  async function save(): Promise<AdminPage | undefined> {
    if (page && !isDirty) return page
    saved.current = undefined
    await submit()
    return saved.current
  }

  return (
    <SaveForm form={{ ...form, save: submit }} submitLabel="Save draft" aside={renderActions({ save, canAct })}>
      <TextField
        label="Title"
        autoComplete="off"
        {...field('title', {
          onChange: ({ target }) => {
            if (!page && !dirtyFields.slug) setValue('slug', suggestSlug({ title: target.value, maxLength: pageLimits.slugLength }))
          },
        })}
      />
      <TextField
        label="Page address"
        hint={`/pages/${slug}. When it changes, the former address leads to the new one.`}
        autoComplete="off"
        autoCapitalize="none"
        {...field('slug')}
      />
      <SelectField label="Where the shop links to it" choices={places} {...field('place')} />
      <TextAreaField
        label="Description"
        optional
        hint="For search engines and shared links. Empty: the beginning of the text"
        rows={2}
        {...field('description')}
      />
      <UploadsContext value={report}>
        <SectionsField sections={sections} errors={errors} onChange={(changed) => setValue('sections', changed, { shouldDirty: true })} />
      </UploadsContext>
      <div className="empty:hidden sm:col-span-2">
        <UploadNotice id={noticeId} isUploading={isUploading} />
      </div>
    </SaveForm>
  )
}

interface SectionsFieldProps {
  sections: readonly FormSection[]
  /** by the path of the field, such as `sections.0.text` */
  errors: Readonly<Record<string, string>>
  onChange: (sections: FormSection[]) => void
}

/** The sections of a page in their order: each has a heading, a text and a picture, or some of them. */
function SectionsField({ sections, errors, onChange }: SectionsFieldProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const latest = useLatest(sections)
  useEffect(() => {
    // The other fields of the form come first, and have the focus already.
    const isOnlyHere = Object.keys(errors).every((path) => path.startsWith('sections'))
    if (isOnlyHere) fieldset.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  /** The picture of a section that was removed while it was uploaded is dropped. */
  const change = (id: string, values: Partial<FormSection['section']>) =>
    onChange(latest.current.map((other) => (other.id === id ? { id, section: { ...other.section, ...values } } : other)))
  return (
    <fieldset ref={fieldset} className="flex flex-col gap-4 sm:col-span-2">
      <legend className="mb-2 font-display text-2xl">Sections</legend>
      <SortableItems items={sections} getLabel={(_, index) => `Section ${index + 1}`} onChange={onChange}>
        {({ id, section: { heading, text, picture } }, index) => {
          const error = (name: string) => ({ error: errors[`sections.${index}.${name}`] ?? '' })
          return (
            <>
              <TextField
                label="Heading"
                optional
                autoComplete="off"
                maxLength={pageLimits.headingLength}
                value={heading}
                onChange={({ target }) => change(id, { heading: target.value })}
                {...error('heading')}
              />
              <TextAreaField
                label="Text"
                optional
                hint="**bold**, [link](/buy?category=TEE), lines that begin with - are a list, an empty line ends a paragraph"
                rows={6}
                maxLength={pageLimits.textLength}
                value={text}
                onChange={({ target }) => change(id, { text: target.value })}
                {...error('text')}
              />
              <PictureField
                label="Picture"
                picture={picture}
                error={errors[`sections.${index}.picture.image`] ?? errors[`sections.${index}.picture.alt`]}
                onChange={(changed) => change(id, { picture: changed })}
              />
            </>
          )
        }}
      </SortableItems>
      <FormError text={errors.sections} className="text-sm" />
      {sections.length < pageLimits.sections && (
        <div>
          <Button className="text-sm" onClick={() => onChange([...sections, createSection()])}>
            Add a section
          </Button>
        </div>
      )}
    </fieldset>
  )
}
