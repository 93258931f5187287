import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../../api/fake-api.ts'
import { CategoryForm } from './category-form.tsx'

const user = userEvent.setup()

test('sizes are separated by commas, of which there may be too many', async () => {
  const received = fakeApi({ 'POST /categories': () => ({ message: 'Category added', categories: [] }) })
  const onSaved = vi.fn()
  render(
    <CategoryForm category={undefined} onSaved={onSaved} onEdit={() => undefined}>
      {null}
    </CategoryForm>,
  )
  await user.type(screen.getByLabelText('Name'), 'Sarees')
  await user.type(screen.getByLabelText('Sizes of new products (optional)'), 'Free size, , 6 m,')
  await user.click(screen.getByRole('button', { name: 'Add category' }))
  expect(received[0]?.body).toMatchObject({
    key: 'SAREES',
    sizes: ['Free size', '6 m'],
    gender: null,
    ageGroup: null,
    sizeSystem: null,
    googleCategory: null,
  })
  expect(onSaved).toHaveBeenCalledOnce()
})

test('whom the clothes are for is chosen; a category of Google that is no number is sent as 0, which is refused', async () => {
  const received = fakeApi({ 'POST /categories': () => ({ message: 'Category added', categories: [] }) })
  render(
    <CategoryForm category={undefined} onSaved={() => undefined} onEdit={() => undefined}>
      {null}
    </CategoryForm>,
  )
  await user.type(screen.getByLabelText('Name'), 'Sarees')
  await user.selectOptions(screen.getByLabelText('For (optional)'), 'Women and girls')
  await user.selectOptions(screen.getByLabelText('Age group (optional)'), 'Adults')
  await user.selectOptions(screen.getByLabelText('Size system (optional)'), 'UK')
  await user.type(screen.getByLabelText('Google category (optional)'), 'shirts')
  await user.click(screen.getByRole('button', { name: 'Add category' }))
  expect(received[0]?.body).toMatchObject({ gender: 'female', ageGroup: 'adult', sizeSystem: 'UK', googleCategory: 0 })
})
