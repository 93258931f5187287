import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products.ts'
import { sampleProduct } from '../../api/fake-api.ts'
import { ProductGallery } from './product-gallery.tsx'

// jsdom does not scroll.
Element.prototype.scrollTo = () => {}

const user = userEvent.setup()
const pictures = ['', 'The back', 'The hem'].map((alt, index) => ({ image: `/images/tee-${index}/800.webp`, backdrop: '#aabbcc', alt }))
const renderGallery = (product: Product = { ...sampleProduct, pictures }) => render(<ProductGallery product={product} faded={false} />)

test('shows every picture with its text, and loads only the first at once', () => {
  renderGallery()
  const images = within(screen.getByRole('list', { name: 'Pictures of Tee' })).getAllByRole<HTMLImageElement>('img')
  expect(images.map((image) => [image.alt, image.getAttribute('loading')])).toEqual([
    ['Tee', 'eager'],
    ['The back', 'lazy'],
    ['The hem', 'lazy'],
  ])
})

test('thumbnails link to the pictures, so that they work without scripts', () => {
  const { container } = renderGallery()
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Picture 1 of 3', 'Picture 2 of 3', 'Picture 3 of 3'])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', 'false', 'false'])
  for (const link of links) expect(container.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
})

test('the Tab key reaches the picture in view and the thumbnails, not the pictures out of view', async () => {
  renderGallery()
  const reached: (string | null)[] = []
  for (const _ of [1, 2, 3, 4]) {
    await user.tab()
    reached.push(document.activeElement?.getAttribute('aria-label') ?? null)
  }
  expect(reached).toEqual(['Enlarge the image of Tee', 'Picture 1 of 3', 'Picture 2 of 3', 'Picture 3 of 3'])
})

test('the enlarged picture changes with the buttons and the arrow keys, around the end', async () => {
  renderGallery()
  await user.click(screen.getByRole('button', { name: 'Enlarge the image of The hem' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Tee' }))
  expect(dialog.getByRole('img').getAttribute('alt')).toBe('The hem')
  await user.click(dialog.getByRole('button', { name: 'Next picture' }))
  expect(dialog.getByRole('img').getAttribute('alt')).toBe('Tee')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(dialog.getByRole('img').getAttribute('alt')).toBe('The back')
  expect(dialog.getByRole('status').textContent).toBe('Picture 2 of 3')
})

test('the picture that was enlarged last has the focus after closing', async () => {
  renderGallery()
  await user.click(screen.getByRole('button', { name: 'Enlarge the image of Tee' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Tee' }))
  await user.click(dialog.getByRole('button', { name: 'Next picture' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Enlarge the image of The back' }))
})

test('a product with one picture has no thumbnails', () => {
  renderGallery(sampleProduct)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('button', { name: 'Enlarge the image of Tee' })).toBeTruthy()
})
