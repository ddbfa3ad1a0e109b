export interface Size { width: number, height: number }

/** Limits of a drawing. */
export interface Limits {
  /** Pixels of its longer side. */
  side: number
  /** Pixels: width × height. */
  area: number
}

export function scaled ({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The largest size of this aspect ratio within the limits. */
export function largest ({ width, height }: Size, { side, area }: Limits, mayGrow: boolean): Size {
  const scale = Math.min(side / Math.max(width, height), Math.sqrt(area / (width * height)))
  if (scale >= 1 && !mayGrow) return { width, height }
  // Rounded down to stay within the limits.
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** Area of the bounding box of a rotated picture, in pixels. */
export function areaOfTurned ({ width, height }: Size, degrees: number): number {
  const turn = degrees * Math.PI / 180
  const [sine, cosine] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))]
  // At right angles, floating point errors must not add a pixel.
  return Math.floor(width * cosine + height * sine + 1e-6) * Math.floor(width * sine + height * cosine + 1e-6)
}
