import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/** 1280 px at a zoom of 400 %: content must fit without horizontal scrolling (WCAG 2.2, 1.4.10). */
const reflowWidth = 320

interface AccessibilityCheck {
  readonly page: Page
  readonly name: string
  /** a selector of what lies partly below something that closes, where targets count as too small */
  readonly behind?: string
}

/**
 * Runs axe in the light scheme, and checks reflow at 320 px. Only colours change with the scheme: testing/theme-contrast.test.ts computes the
 * contrast of the theme's pairs in both, and dark-scheme.test.ts runs axe on a few dark pages.
 */
export async function expectAccessible({ page, name, behind }: AccessibilityCheck): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await setColorScheme({ page, colorScheme: 'light' })
  // Part of WCAG 2.2, but not enabled by default in axe.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
  if (behind !== undefined) builder.exclude(behind)
  await expectNoViolations({ builder, name })
  const size = page.viewportSize()
  await page.setViewportSize({ width: reflowWidth, height: 700 })
  // Charts resize asynchronously.
  const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(readWidth, { message: `${name}, width at ${reflowWidth} px` }).toBeLessThanOrEqual(reflowWidth)
  if (size) await page.setViewportSize(size)
}

/** Checks the contrast of the page in the dark scheme. */
export async function expectContrastInDark({ page, name }: { page: Page; name: string }): Promise<void> {
  await setColorScheme({ page, colorScheme: 'dark' })
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withRules('color-contrast')
  await expectNoViolations({ builder, name: `${name}, dark` })
}

/** Switches the colour scheme and ends the transitions of the colours, also while the browser draws no frames. */
async function setColorScheme({ page, colorScheme }: { page: Page; colorScheme: 'light' | 'dark' }): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const readScheme = () =>
    page.evaluate(() => {
      const listTransitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      for (const transition of listTransitions()) transition.finish()
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      return { colorScheme: isDark ? 'dark' : 'light', transitions: listTransitions().length }
    })
  await expect.poll(readScheme).toEqual({ colorScheme, transitions: 0 })
}

async function expectNoViolations({ builder, name }: { builder: AxeBuilder; name: string }): Promise<void> {
  // The other mode opens an empty page for each analysis, which only frames of other origins need.
  const { violations } = await builder.setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, name).toEqual([])
}
