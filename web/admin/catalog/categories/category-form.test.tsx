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
  expect(received[0]?.body).toMatchObject({ key: 'SAREES', sizes: ['Free size', '6 m'] })
  expect(onSaved).toHaveBeenCalledOnce()
})
