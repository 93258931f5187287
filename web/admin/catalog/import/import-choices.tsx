import { type FormEvent, useId } from 'react'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { type ImportField, importFields } from '#contract/catalog-admin/import-fields.ts'
import type { CategoryChoice, ImportDetail } from '#contract/catalog-admin/product-import.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnChoices, columnSelectClass, readColumnChoices } from '../../shared/column-choices.tsx'

export interface Choices {
  columns: (ImportField | null)[]
  categories: CategoryChoice[]
}

interface ImportChoicesProps {
  detail: ImportDetail
  categories: readonly AdminCategory[]
  busy: boolean
  onCheck: (choices: Choices) => void
}

/** The value of the choice that adds a category. */
const newCategory = 'new category'

/** What the columns of the file are, and which category each unknown value is. */
export function ImportChoices({ detail, categories, busy, onCheck }: ImportChoicesProps) {
  const id = useId()
  const { columns, categories: unknown, isDeleted } = detail
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string) => String(form.get(name) ?? '')
    onCheck({
      columns: readColumnChoices(form, columns),
      categories: unknown.map(({ value }, index) => {
        const chosen = read(`category ${index}`)
        return { value, category: chosen === newCategory ? null : chosen || null, isNew: chosen === newCategory }
      }),
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {unknown.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-display text-xl">Categories</legend>
          <p className="max-w-prose text-sm text-soft">The file has categories that the shop does not know. Choose one for each.</p>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {unknown.map(({ value, category, isNew }, index) => (
              <li key={value} className="flex flex-col gap-1">
                <label htmlFor={`${id}-category-${index}`} className="text-sm font-semibold wrap-anywhere">
                  {value}
                </label>
                <select
                  id={`${id}-category-${index}`}
                  name={`category ${index}`}
                  defaultValue={isNew ? newCategory : (category ?? '')}
                  className={columnSelectClass}
                >
                  <option value="">Choose a category</option>
                  <option value={newCategory}>Add it as a new category</option>
                  {categories.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <ColumnChoices columns={columns} labels={importFields} emptyLabel="Not imported" isOpen={detail.error !== null} />
      <Button type="submit" aria-disabled={busy || isDeleted} className="self-start">
        Check again
      </Button>
    </form>
  )
}
