import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/** The width that 1280 px have at a zoom of 400 %: text must still fit without scrolling sideways (WCAG 2.2, 1.4.10). */
const narrow = 320

/** What is on the screen now: without a violation in light, legible in dark too, and not wider than the narrowest screen. */
export async function expectAccessible({ page, called }: { page: Page; called: string }): Promise<void> {
  await showIn({ page, colorScheme: 'light' })
  // The rule of WCAG 2.2 that axe leaves out unless asked.
  const builder = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } })
  await expectNoViolation({ builder, called: `${called}, light` })
  // Only colours change with the scheme.
  await showIn({ page, colorScheme: 'dark' })
  await expectNoViolation({ builder: new AxeBuilder({ page }).withRules('color-contrast'), called: `${called}, dark` })
  const size = page.viewportSize()
  await page.setViewportSize({ width: narrow, height: 700 })
  // A chart takes its new width when it hears of it.
  const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(readWidth, { message: `${called}, width at ${narrow} px` }).toBeLessThanOrEqual(narrow)
  if (size) await page.setViewportSize(size)
}

/** Colours go over into each other, however briefly: half-way they are legible for nobody. */
async function showIn({ page, colorScheme }: { page: Page; colorScheme: 'light' | 'dark' }): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    // A page hears of the other scheme when it draws its next frame; what changes by that begins in the one after.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

async function expectNoViolation({ builder, called }: { builder: AxeBuilder; called: string }): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, called).toEqual([])
}
