import { expect, it } from 'vitest';
import { accountItems, type NavigationItem, navigationItems } from './navigation-items.ts';

const row = ({ name, href, requireAuth, status }: NavigationItem) => [
  name,
  href,
  requireAuth ? 'auth' : 'public',
  status ?? null,
];

it('has the items of the specification: name, address, need of a sign-in, badge', () => {
  expect(navigationItems.map(row)).toEqual([
    ['Home', '/', 'public', null],
    ['Dashboard', '/dashboard', 'auth', null],
    ['PKM Hub', '/pkm-hub', 'auth', null],
    ['Knowledge Canvas', '/canvas', 'auth', 'new'],
    ['To-Do List', '/todos', 'auth', null],
    ['Community', '/community', 'public', 'beta'],
    ['Explore', '/explore', 'public', 'new'],
    ['AI Transform', '/transform', 'auth', null],
    ['Import', '/import', 'auth', null],
  ]);
  const submenus = navigationItems.filter(({ submenu }) => submenu);
  expect(submenus.map(({ name, submenu }) => [name, submenu?.map(row)])).toEqual([
    ['PKM Hub', [['Cornell Notes', '/cornell-notes', 'auth', null]]],
  ]);
  expect(accountItems.map(({ name, href }) => [name, href])).toEqual([
    ['Usage', '/profile#usage'],
    ['Upgrade to Plus', '/pricing'],
  ]);
});
