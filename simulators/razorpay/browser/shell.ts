import { createElement, formatPaise } from './dom.ts'
import type { CheckoutOptions } from './options.ts'

export interface Shell {
  /** Shows a view and moves the focus to its heading, so that screen readers announce it. */
  show(input: { heading: string; children: readonly (Node | null)[]; focus?: HTMLElement }): void
  showTime(input: { secondsLeft: number }): void
  setBusy(input: { busy: boolean }): void
}

const DEFAULT_COLOR = '#26356b'

/** The frame around the views: test banner, merchant, amount and close button. */
export function buildShell({ options, amount, onClose }: { options: CheckoutOptions; amount: number | null; onClose: () => void }): Shell {
  applyBrandColor({ color: options.color })
  const view = createElement({ tag: 'div', attributes: { class: 'view', 'data-testid': 'view' } })
  const timeLeft = createElement({ tag: 'p', attributes: { class: 'time-left', 'data-testid': 'time-left' } })
  const close = createElement({
    tag: 'button',
    text: '✕',
    attributes: { type: 'button', class: 'close', 'aria-label': 'Close payment form', 'data-testid': 'close' },
    listeners: { click: onClose },
  })
  const name = options.name || 'Merchant'
  const summary = createElement({
    tag: 'header',
    attributes: { class: 'summary' },
    children: [
      createElement({
        tag: 'div',
        attributes: { class: 'merchant' },
        children: [
          createElement({ tag: 'span', text: name.slice(0, 1).toUpperCase(), attributes: { class: 'mark', 'aria-hidden': 'true' } }),
          createElement({ tag: 'p', text: name, attributes: { class: 'name', 'data-testid': 'merchant-name' } }),
        ],
      }),
      createElement({
        tag: 'div',
        attributes: { class: 'price' },
        children: [
          createElement({ tag: 'p', text: 'Amount to pay', attributes: { class: 'price-label' } }),
          createElement({
            tag: 'p',
            text: amount === null ? '—' : formatPaise({ amount }),
            attributes: { class: 'amount', 'data-testid': 'amount' },
          }),
          options.description ? createElement({ tag: 'p', text: options.description, attributes: { class: 'description' } }) : null,
        ],
      }),
      createElement({ tag: 'p', text: 'A local simulator of Razorpay’s test mode', attributes: { class: 'simulator-note' } }),
    ],
  })
  const banner = createElement({
    tag: 'p',
    attributes: { class: 'banner', role: 'note', 'data-testid': 'test-banner' },
    children: [
      createElement({ tag: 'strong', text: 'TEST' }),
      createElement({ tag: 'span', text: 'No real payment. Use test details only.' }),
      close,
    ],
  })
  document.title = `Pay ${name} (test)`
  document.body.replaceChildren(
    createElement({
      tag: 'main',
      attributes: { class: 'form' },
      children: [
        banner,
        summary,
        createElement({ tag: 'section', attributes: { class: 'content', 'aria-label': 'Payment' }, children: [timeLeft, view] }),
      ],
    }),
  )

  return {
    show({ heading, children, focus }) {
      const title = createElement({ tag: 'h1', text: heading, attributes: { tabindex: '-1' } })
      view.replaceChildren(title, ...children.filter((child) => child !== null))
      ;(focus ?? title).focus()
      view.parentElement?.scrollTo({ top: 0 })
    },
    showTime({ secondsLeft }) {
      timeLeft.textContent = `Time left ${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
    },
    setBusy({ busy }) {
      view.toggleAttribute('inert', busy)
      view.setAttribute('aria-busy', String(busy))
    },
  }
}

function applyBrandColor({ color }: { color: string | null }): void {
  const brand = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_COLOR
  const { style } = document.documentElement
  style.setProperty('--brand', brand)
  style.setProperty('--on-brand', getLuminance({ color: brand }) > 0.4 ? '#14161d' : '#ffffff')
}

/** Relative luminance, to choose a readable text colour for the merchant's colour. */
function getLuminance({ color }: { color: string }): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
