/** A round wooden rail across the picture, in pixels of 1200 × 1500, with its shadow on the wall. */
export function drawRail({ y }: { y: number }): { defs: string; behind: string; front: string } {
  const defs =
    '<linearGradient id="rail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8f6a44"/><stop offset=".28" stop-color="#c99f70"/><stop offset=".62" stop-color="#a57b4f"/><stop offset="1" stop-color="#5f432a"/></linearGradient>' +
    '<filter id="rail-grain" filterUnits="userSpaceOnUse" x="0" y="0" width="1200" height="200" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.006 0.5" numOctaves="2" seed="9"/><feColorMatrix values="0 0 0 0 .2 0 0 0 0 .12 0 0 0 0 .06 1.6 0 0 0 -.55"/></filter>' +
    `<clipPath id="rail-clip"><rect y="${y - 13}" width="1200" height="26"/></clipPath>`
  const behind = `<rect y="${y + 22}" width="1200" height="24" fill="#1d120c" opacity=".3" filter="url(#blur-contact)"/>`
  const front = `<rect y="${y - 13}" width="1200" height="26" fill="url(#rail)"/><g clip-path="url(#rail-clip)"><rect width="1200" height="200" filter="url(#rail-grain)" opacity=".5"/></g>`
  return { defs, behind, front }
}
