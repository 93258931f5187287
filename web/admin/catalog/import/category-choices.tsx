import { useId, useState } from 'react'
import { type AdminCategory, categoryLimits } from '#contract/catalog/categories.ts'
import type { CategoryChoice } from '#contract/catalog-admin/product-import.ts'
import { columnSelectClass } from '../../kit/column-choices.tsx'

interface CategoryChoicesProps {
  /** values of the file that are no category of the shop */
  unknown: readonly CategoryChoice[]
  categories: readonly AdminCategory[]
}

/** The value of the choice that adds a category. */
const newCategory = 'new category'

/** Which category each unknown value of the file is: one of the shop, or a new one with a name of its own. */
export function CategoryChoices({ unknown, categories }: CategoryChoicesProps) {
  if (unknown.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-display text-xl">Categories</legend>
      <p className="max-w-prose text-sm text-soft">
        The shop does not have these categories of the file. Add each one under the name that the menu shows, or choose another for it.
      </p>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {unknown.map((choice, index) => (
          <CategoryRow key={choice.value} choice={choice} index={index} categories={categories} />
        ))}
      </ul>
    </fieldset>
  )
}

interface CategoryRowProps {
  choice: CategoryChoice
  index: number
  categories: readonly AdminCategory[]
}

function CategoryRow({ choice: { value, category, isNew, name, products = 0 }, index, categories }: CategoryRowProps) {
  const id = useId()
  const [chosen, setChosen] = useState(isNew ? newCategory : (category ?? ''))
  const label = value || 'Category for products without one'
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold wrap-anywhere">
        {label} <span className="font-normal text-soft tabular-nums">({products.toLocaleString('en-IN')})</span>
      </label>
      <select
        id={id}
        name={`category ${index}`}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        className={columnSelectClass}
      >
        <option value="">Choose a category</option>
        <option value={newCategory}>Add it as a new category</option>
        {categories.map((each) => (
          <option key={each.key} value={each.key}>
            {each.name}
          </option>
        ))}
      </select>
      {chosen === newCategory && (
        <input
          name={`name ${index}`}
          defaultValue={name ?? value}
          maxLength={categoryLimits.nameLength}
          aria-label={`Name of the new category for ${label}`}
          autoComplete="off"
          className={columnSelectClass}
        />
      )}
    </li>
  )
}

/** The choices of a form with `CategoryChoices`. */
export const readCategoryChoices = (form: FormData, unknown: readonly CategoryChoice[]): CategoryChoice[] =>
  unknown.map(({ value }, index) => {
    const chosen = String(form.get(`category ${index}`) ?? '')
    const name = String(form.get(`name ${index}`) ?? '').trim()
    if (chosen !== newCategory) return { value, category: chosen || null, isNew: false }
    return { value, category: null, isNew: true, ...(name !== '' && { name }) }
  })
