import { useEffect, useRef } from 'react'
import { pageLimits } from '#contract/pages/page-limits.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useLatest } from '../kit/use-latest.ts'
import { PictureField } from '../shared/picture-field.tsx'
import { SortableItems } from '../shared/sortable-items.tsx'
import { createSection, type FormSection } from './page-values.ts'

interface SectionsFieldProps {
  sections: readonly FormSection[]
  /** by the path of the field, such as `sections.0.text` */
  errors: Readonly<Record<string, string>>
  onChange: (sections: FormSection[]) => void
}

/** The sections of a page in their order: each has a heading, a text and a picture, or some of them. */
export function SectionsField({ sections, errors, onChange }: SectionsFieldProps) {
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
