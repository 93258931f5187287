/** A turned wooden peg in a wall, in pixels of 1200 × 1500, with its shadow. The hook of a hanger hangs behind it. */
export function drawPeg({ id, x, y }: { id: string; x: number; y: number }): { defs: string; behind: string; front: string } {
  const defs = `<radialGradient id="${id}" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#d9b184"/><stop offset=".55" stop-color="#a97c4f"/><stop offset="1" stop-color="#5c3f27"/></radialGradient>`
  const behind = `<ellipse cx="${x + 16}" cy="${y + 26}" rx="20" ry="18" fill="#1d120c" opacity=".42" filter="url(#blur-contact)"/>`
  const front =
    `<circle cx="${x}" cy="${y}" r="18" fill="url(#${id})"/>` +
    `<circle cx="${x}" cy="${y}" r="11.5" fill="none" stroke="#5c3f27" stroke-width="1.6" opacity=".35"/>` +
    `<circle cx="${x}" cy="${y}" r="6" fill="none" stroke="#5c3f27" stroke-width="1.2" opacity=".28"/>`
  return { defs, behind, front }
}
