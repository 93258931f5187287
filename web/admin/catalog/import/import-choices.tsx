import type { FormEvent } from 'react'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { type ImportField, importFields } from '#contract/catalog-admin/import-fields.ts'
import type { CategoryChoice, ImportDetail, ImportOptions } from '#contract/catalog-admin/product-import.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnChoices, readColumnChoices } from '../../kit/column-choices.tsx'
import { CategoryChoices, readCategoryChoices } from './category-choices.tsx'
import { ImportRules, readImportRules } from './import-rules.tsx'

export interface Choices {
  columns: (ImportField | null)[]
  categories: CategoryChoice[]
  options: ImportOptions
}

interface ImportChoicesProps {
  detail: ImportDetail
  categories: readonly AdminCategory[]
  busy: boolean
  onEdit: () => void
  onCheck: (choices: Choices) => void
}

/** What the columns of the file are, which category each unknown value is, and what holds for all products. */
export function ImportChoices({ detail, categories, busy, onEdit, onCheck }: ImportChoicesProps) {
  const { columns, categories: unknown, options, source, uncounted, isDeleted } = detail
  const isForeign = source !== 'own'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onCheck({
      columns: readColumnChoices(form, columns),
      categories: readCategoryChoices(form, unknown),
      options: readImportRules(form, options, isForeign),
    })
  }
  return (
    <form onSubmit={submit} onChange={onEdit} className="flex flex-col gap-6">
      <CategoryChoices unknown={unknown} categories={categories} />
      <ImportRules options={options} isForeign={isForeign} uncounted={uncounted} />
      <ColumnChoices columns={columns} labels={importFields} emptyLabel="Not imported" isOpen={detail.error !== null} />
      <Button type="submit" aria-disabled={busy || isDeleted} className="self-start">
        Check again
      </Button>
    </form>
  )
}
