/** The part of a picture that becomes the avatar: a square around a point of the picture. */
export interface Crop {
  /** Centre, in pixels of the picture. */
  x: number;
  y: number;
  /** 1: the largest square that fits. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const largestZoom = 5;

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** The largest square, in the middle. */
export const startCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The square never leaves the picture. */
function keepInside(size: Size, { x, y, zoom }: Crop): Crop {
  const inside = between(zoom, 1, largestZoom);
  const half = sideOf(size, inside) / 2;
  return { x: between(x, half, size.width - half), y: between(y, half, size.height - half), zoom: inside };
}

/** Moves the picture under the frame; `dx` and `dy` in frames, to the right and down. */
export function movePicture(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const side = sideOf(size, crop.zoom);
  return keepInside(size, { ...crop, x: crop.x - dx * side, y: crop.y - dy * side });
}

/** What is under `point` stays there. In frames from the frame's centre. */
export function zoomTo(size: Size, crop: Crop, zoom: number, point = { x: 0, y: 0 }): Crop {
  const next = between(zoom, 1, largestZoom);
  const change = sideOf(size, crop.zoom) - sideOf(size, next);
  return keepInside(size, { x: crop.x + point.x * change, y: crop.y + point.y * change, zoom: next });
}

/** The square in pixels of the picture. */
export function sourceSquare(size: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = sideOf(size, zoom);
  return { left: x - side / 2, top: y - side / 2, side };
}

/** Where the whole picture lies when the square fills the frame: parts of the frame's side, for CSS. */
export function pictureInFrame(size: Size, crop: Crop): { left: string; top: string; width: string; height: string } {
  const { left, top, side } = sourceSquare(size, crop);
  const part = (pixels: number) => `${((pixels / side) * 100).toFixed(3)}%`;
  return { left: part(-left), top: part(-top), width: part(size.width), height: part(size.height) };
}
