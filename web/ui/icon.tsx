/** SVG paths on a 24 × 24 grid: the icons of the storefront. An icon library would be larger than these few. */
const paths = {
  bag: 'M5 8h14l1 13H4zM8.5 8V6.5a3.5 3.5 0 0 1 7 0V8',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9.5l6 6 6-6',
  left: 'M20 12H4.5M11 5l-7 7 7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  right: 'M4 12h15.5M13 5l7 7-7 7',
  search: 'M16 16l4.5 4.5M10.5 4a6.5 6.5 0 1 0 .01 0',
  ruler: 'M3 8h18v8H3zM7 8v3M11 8v4M15 8v3M19 8v4',
} as const

// Icons of other screens. Each is a constant of its own, so that the bundler puts it only into the screens that show it.
export const bellIcon = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4'
export const trashIcon = 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 14h10l1-14M10 11v5.5M14 11v5.5'
export const minusIcon = 'M5 12h14'
export const plusIcon = 'M5 12h14M12 5v14'
export const shopIcon =
  'M4 9.5L5.5 4h13L20 9.5M5 11.5V20h14v-8.5M10 20v-5h4v5M4 9.5a2.67 2.67 0 0 0 5.33 0 2.67 2.67 0 0 0 5.34 0 2.67 2.67 0 0 0 5.33 0'
export const soundIcon = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11'
export const mutedIcon = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5'

type IconProps = ({ name: keyof typeof paths } | { path: string }) & { size?: number; className?: string }

/** Decorative: hidden from screen readers, so it always needs a text or label beside it. */
export function Icon({ size = 20, className = '', ...icon }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className={`icon ${className}`}>
      <path d={'path' in icon ? icon.path : paths[icon.name]} />
    </svg>
  )
}
