import { vi } from 'vitest';

/** What `OpenDialog` gives a dialog besides its subject. */
export const dialogSteps = () => ({ title: 'Title', onClose: vi.fn(), onDone: vi.fn(), onNext: vi.fn() });
