// SPDX-License-Identifier: MIT
// Part of SearchBus.

export const card = { width: 162, height: 76, gapX: 20, gapY: 26 };
const bus = { height: 52, distance: 46 };

/**
 * Places processes around the bus: what asks and searches above it, what draws widgets below it. Rows farther from the
 * bus reach it through the gaps between the cards of nearer rows. Pure: processes and a width in, places out.
 *
 * Answers `{ height, bus: { x, y, width, height }, nodes: [{ process, x, y, path }] }`, where `path` is the way from
 * the card's edge to the bus.
 */
export function layout(processes, width) {
  const others = processes.filter((process) => process.role !== "broker");
  const upper = rows(others.filter((process) => process.role !== "interactor"), width);
  const lower = rows(others.filter((process) => process.role === "interactor"), width);
  const busY = upper.length === 0 ? 0 : depth(upper.length) + bus.distance;
  const lowerY = busY + bus.height + bus.distance;
  const place = (row, side) => row.items.map((process, column) => node(process, row, column, side, busY));
  return {
    height: busY + bus.height + (lower.length === 0 ? 0 : bus.distance + depth(lower.length)) + 2,
    bus: { x: 1, y: busY, width: width - 2, height: bus.height },
    nodes: [
      ...upper.flatMap((row) => place({ ...row, y: busY - bus.distance - depth(row.index + 1) }, "above")),
      ...lower.flatMap((row) => place({ ...row, y: lowerY + depth(row.index + 1) - card.height }, "below")),
    ],
  };
}

/** The height of so many rows. */
function depth(count) {
  return count * card.height + (count - 1) * card.gapY;
}

/** Cuts processes into rows of equal length that fit; row 0 is nearest to the bus. */
function rows(items, width) {
  const most = Math.max(1, Math.floor((width - 2 + card.gapX) / (card.width + card.gapX)));
  const count = Math.ceil(items.length / most);
  const each = Math.ceil(items.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => {
    const part = items.slice(index * each, (index + 1) * each);
    const used = each * (card.width + card.gapX) - card.gapX;
    return { index, items: part, x: (width - used) / 2 };
  });
}

function node(process, row, column, side, busY) {
  const x = row.x + column * (card.width + card.gapX);
  const edge = side === "above" ? row.y + card.height : row.y;
  const target = side === "above" ? busY : busY + bus.height;
  const centre = x + card.width / 2;
  if (row.index === 0) return { process, x, y: row.y, path: `M${centre} ${edge}V${target}` };
  // Each farther row has its own track in the gap, so that lines do not lie on each other.
  const track = x - card.gapX / 2 + (row.index - 1) * 5;
  const turn = edge + (side === "above" ? card.gapY / 2 : -card.gapY / 2);
  return { process, x, y: row.y, path: `M${centre} ${edge}V${turn}H${track}V${target}` };
}
