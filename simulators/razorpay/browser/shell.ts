import { formatPaise, make } from './dom.ts'
import type { CheckoutOptions } from './options.ts'

export interface Shell {
  /** Puts a view on the stage and the focus on its heading, so that a screen reader says what changed. */
  show(input: { heading: string; parts: readonly (Node | null)[]; focus?: HTMLElement }): void
  showTime(input: { secondsLeft: number }): void
  setBusy(input: { busy: boolean }): void
}

const DEFAULT_COLOR = '#26356b'

/** The part of the form that stays: test banner, merchant, amount, close button, and the stage for the views. */
export function buildShell({ options, amount, onClose }: { options: CheckoutOptions; amount: number | null; onClose: () => void }): Shell {
  paintBrand({ color: options.color })
  const stage = make({ tag: 'div', is: { class: 'stage', 'data-testid': 'stage' } })
  const time = make({ tag: 'p', is: { class: 'time', 'data-testid': 'time-left' } })
  const close = make({
    tag: 'button',
    text: '✕',
    is: { type: 'button', class: 'close', 'aria-label': 'Close payment form', 'data-testid': 'close' },
    on: { click: onClose },
  })
  const name = options.name || 'Merchant'
  const summary = make({
    tag: 'header',
    is: { class: 'summary' },
    parts: [
      make({
        tag: 'div',
        is: { class: 'merchant' },
        parts: [
          options.image
            ? make({ tag: 'img', is: { src: options.image, alt: '', class: 'mark' } })
            : make({ tag: 'span', text: name.slice(0, 1).toUpperCase(), is: { class: 'mark', 'aria-hidden': 'true' } }),
          make({ tag: 'p', text: name, is: { class: 'name', 'data-testid': 'merchant-name' } }),
        ],
      }),
      make({
        tag: 'div',
        is: { class: 'price' },
        parts: [
          make({ tag: 'p', text: 'Amount to pay', is: { class: 'price-label' } }),
          make({ tag: 'p', text: amount === null ? '—' : formatPaise({ amount }), is: { class: 'amount', 'data-testid': 'amount' } }),
          options.description ? make({ tag: 'p', text: options.description, is: { class: 'description' } }) : null,
        ],
      }),
      make({ tag: 'p', text: 'A local simulator for Razorpay’s test mode', is: { class: 'maker' } }),
    ],
  })
  const banner = make({
    tag: 'p',
    is: { class: 'banner', role: 'note', 'data-testid': 'test-banner' },
    parts: [make({ tag: 'strong', text: 'TEST' }), make({ tag: 'span', text: 'No money moves. Use test details only.' }), close],
  })
  document.title = `Pay ${name} (test)`
  document.body.replaceChildren(
    make({
      tag: 'main',
      is: { class: 'form' },
      parts: [banner, summary, make({ tag: 'section', is: { class: 'work', 'aria-label': 'Payment' }, parts: [time, stage] })],
    }),
  )

  return {
    show({ heading, parts, focus }) {
      const title = make({ tag: 'h1', text: heading, is: { tabindex: '-1' } })
      stage.replaceChildren(title, ...parts.filter((part) => part !== null))
      ;(focus ?? title).focus()
      stage.parentElement?.scrollTo({ top: 0 })
    },
    showTime({ secondsLeft }) {
      time.textContent = `Time left ${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
    },
    setBusy({ busy }) {
      stage.toggleAttribute('inert', busy)
      stage.setAttribute('aria-busy', String(busy))
    },
  }
}

function paintBrand({ color }: { color: string | null }): void {
  const wanted = color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT_COLOR
  const { style } = document.documentElement
  style.setProperty('--brand', wanted)
  style.setProperty('--on-brand', measureLight({ color: wanted }) > 0.4 ? '#14161d' : '#ffffff')
}

/** Relative luminance, to choose ink that can be read on the merchant's colour. */
function measureLight({ color }: { color: string }): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
