import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ColourDots } from './colour-dots.tsx'

test('each colour of a style has a dot, and their names are read out', () => {
  const { container } = render(<ColourDots colours={['Blue and yellow', 'Madder red']} />)
  expect(screen.getByText('In Blue and yellow, Madder red')).toBeTruthy()
  const dots = [...container.querySelectorAll<HTMLElement>('[style]')]
  expect(dots.map(({ style }) => style.background.includes('gradient'))).toEqual([true, false])
})

test('colours without a known tone are counted', () => {
  const { container } = render(<ColourDots colours={['Blue', 'Teal', 'Firozi']} />)
  expect(screen.getByText('3 colours')).toBeTruthy()
  expect(container.querySelector('[style]')).toBeNull()
})
