// SPDX-License-Identifier: MIT

import { afterPaint, atNextFrame } from "../client/frame.js";
import { rowOf } from "./hit-grid.js";

/** How many rows further than it must be a row is watched. */
export const slack = 2;

/** After so many milliseconds without other results and keys, the user is taken to look at what is there. */
const pause = 400;

/**
 * Tells which row of a list is in sight, where a page is missing near it. Rows far from what is missing are left untold:
 * they cannot need another page, and each intent is an event that everyone reads.
 *
 * While a user types, results replace each other, and a further page of each would be a second search for each key. So after
 * other results it waits for a pause, unless the user scrolls down.
 */
export class HitSight {
  #list;
  #offset;
  #tell;
  #pages = null;
  #view = null;
  #watched = new Set();
  #inSight = new Set();
  #told = "";
  #asksForFrame = false;
  #isAwake = false;
  #pausing = 0;
  #top = 0;
  #gone = new AbortController();
  #observer = new IntersectionObserver((entries) => this.#sighted(entries));

  /** `tell({ row, direction? })` sends the row. */
  constructor(list, offset, tell) {
    this.#list = list;
    this.#offset = offset;
    this.#tell = tell;
    const { signal } = this.#gone;
    addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    addEventListener("input", () => { if (this.#pausing !== 0) this.#awaitPause(); }, { signal, passive: true });
    // At the top of the page nothing scrolls when a person wants to go further up.
    addEventListener("wheel", ({ deltaY }) => { if (deltaY < 0 && scrollY === 0) this.present(true); }, { signal, passive: true });
  }

  disconnect() {
    clearTimeout(this.#pausing);
    this.#observer.disconnect();
    this.#gone.abort();
  }

  /** Watches the rows near what is missing: no other can need another page. */
  watch(view, pages) {
    // A page that was reloaded finds its place with the next frame; until then what is in sight is not what will be.
    if (this.#view === null) afterPaint(() => afterPaint(() => this.#wake()));
    else if (this.#view.list !== view.list || this.#view.query !== view.query) this.#awaitPause();
    this.#view = view;
    this.#pages = pages;
    const reach = this.#offset + slack;
    const items = view.hasMore || view.hasPrevious || pages.hasGaps ? [...this.#list.children] : [];
    const near = new Set(items.filter((item) => item.gap || pages.isMissingNear(rowOf(item), reach, reach)));
    for (const item of this.#watched) {
      if (near.has(item)) continue;
      this.#observer.unobserve(item);
      this.#inSight.delete(item);
    }
    for (const item of near) if (!this.#watched.has(item)) this.#observer.observe(item);
    this.#watched = near;
    // Where the rows are is known once they are laid out; asking before would make the page lay out twice.
    if (near.size > 0 && this.#isAwake && this.#pausing === 0) afterPaint(() => this.present());
  }

  #wake() {
    this.#isAwake = true;
    this.present();
  }

  #awaitPause() {
    clearTimeout(this.#pausing);
    this.#pausing = setTimeout(() => this.#endPause(), pause);
  }

  #endPause() {
    clearTimeout(this.#pausing);
    this.#pausing = 0;
    this.present();
  }

  #sighted(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#inSight.add(target);
      else this.#inSight.delete(target);
    }
    if (this.#pausing === 0) this.present();
  }

  /** Within a gap nothing else comes into sight. Upwards the page also moves by itself, to the first of other results. */
  #scrolled() {
    const isDown = scrollY > this.#top;
    this.#top = scrollY;
    if (isDown && this.#pausing !== 0) this.#endPause();
    if (this.#asksForFrame || ![...this.#inSight].some((item) => item.gap)) return;
    this.#asksForFrame = true;
    atNextFrame(() => {
      this.#asksForFrame = false;
      this.present();
    });
  }

  /**
   * Reports a visible row that misses a page, once. Pages before the list's first row are requested once the user has
   * scrolled to it from below, or scrolls up (`isUpwards`): until then they would move the content above the list.
   */
  present(isUpwards = false) {
    const view = this.#view;
    if (!this.#isAwake || view.phase === "failed" || this.#watched.size === 0) return;
    const isAtTop = !isUpwards && this.#list.getBoundingClientRect().top >= 0;
    const row = this.#rows().find((each) => this.#isWanted(each, isAtTop));
    if (row === undefined) return;
    const told = JSON.stringify([view.list, this.#pages.pages, row, isAtTop]);
    if (told === this.#told) return;
    this.#told = told;
    this.#tell(isAtTop ? { row, direction: "after" } : { row });
  }

  #isWanted(row, isAtTop) {
    const before = isAtTop ? 0 : this.#offset;
    const { awaited } = this.#view;
    const isAwaited = awaited !== undefined
      && awaited >= this.#pages.pageOf(row - before) && awaited <= this.#pages.pageOf(row + this.#offset);
    return !isAwaited && this.#pages.isMissingNear(row, before, this.#offset);
  }

  /** The rows in sight that may miss something: the middle of a gap, then the last row, then the first. */
  #rows() {
    // A card that moved to another row may have left the screen, which the observer says only later.
    const items = [...this.#inSight].filter(isInSight);
    const rows = items.filter((item) => !item.gap).map(rowOf);
    const gaps = items.filter((item) => item.gap).map(middleRow);
    return rows.length > 0 ? [...gaps, Math.max(...rows), Math.min(...rows)] : gaps;
  }
}

/** The missing row that lies in the middle of what is seen of a gap. */
function middleRow(item) {
  const { top, bottom, height } = item.getBoundingClientRect();
  const { from, to } = item.gap;
  const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  return Math.min(to - 1, from + Math.floor((to - from) * (middle - top) / height));
}

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > top && bottom > 0 && top < innerHeight;
}
