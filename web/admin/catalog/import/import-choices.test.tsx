import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { buildImportDetail } from './build-import-detail.ts'
import { ImportChoices } from './import-choices.tsx'

const detail = buildImportDetail({
  categories: [
    { value: 'Shirts', category: 'SHIRTS', isNew: true, name: 'Shirts', products: 7 },
    { value: '', category: 'OTHER', isNew: true, name: 'Other', products: 2 },
  ],
})
const tees = { key: 'TEE', name: 'Tees' } as AdminCategory

test('a new category gets a name of its own, and products without a category another one', async () => {
  const onCheck = vi.fn()
  const onEdit = vi.fn()
  render(<ImportChoices detail={detail} categories={[tees]} busy={false} onEdit={onEdit} onCheck={onCheck} />)
  const name = screen.getByRole('textbox', { name: 'Name of the new category for Shirts' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Formal shirts')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category for products without one (2)' }), 'Tees')
  expect(screen.queryByRole('textbox', { name: /^Name of the new category for .*without one/ })).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sizes with different prices' }), 'The lowest price counts')
  await userEvent.type(screen.getByRole('textbox', { name: /^Country of origin/ }), 'Nepal')
  await userEvent.click(screen.getByRole('checkbox', { name: /^2XL and XXL/ }))
  expect(onEdit).toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(onCheck).toHaveBeenCalledExactlyOnceWith({
    columns: ['name'],
    categories: [
      { value: 'Shirts', category: null, isNew: true, name: 'Formal shirts' },
      { value: '', category: 'TEE', isNew: false },
    ],
    options: {
      prices: 'lowest',
      isDoubleXlOne: false,
      countryOfOrigin: 'Nepal',
      maker: '',
      missingPrice: '',
      uncounted: 'drafts',
      uncountedStock: '',
    },
  })
})

test('stock that the file does not count is one choice', async () => {
  const onCheck = vi.fn()
  render(<ImportChoices detail={buildImportDetail({ uncounted: 757 })} categories={[]} busy={false} onEdit={() => {}} onCheck={onCheck} />)
  screen.getByText('Of 757 new products')
  const choice = screen.getByRole('combobox', { name: /^Stock that the file does not count/ })
  await userEvent.selectOptions(choice, 'The same number for each size')
  await userEvent.type(screen.getByRole('textbox', { name: 'Stock of each size' }), '12')
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(onCheck.mock.lastCall?.[0].options).toMatchObject({ uncounted: 'figure', uncountedStock: '12' })
})
