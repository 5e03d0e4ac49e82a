import { Box, CloseButton, Input, InputGroup, Kbd } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useId } from 'react';
import { SEARCH_LENGTH_MAX } from '#shared/contract/limits.ts';
import { SEARCH_BOX_ID } from '../../lib/portal-acts.ts';
import { type DropdownContent, optionId, SearchDropdown } from './search-dropdown.tsx';
import { type SearchedResult, useSearchCombobox } from './use-search-combobox.ts';

interface HeaderSearchProps<Result extends SearchedResult> extends DropdownContent<Result> {
  text: string;
  onType: (text: string) => void;
  onChoose: (result: Result) => void;
  onFocus?: () => void;
}

/** Search while typing, by the combobox pattern of the ARIA Authoring Practices. A phone has the palette instead. */
export const HeaderSearch = <Result extends SearchedResult>({
  text,
  onType,
  onChoose,
  onFocus,
  ...content
}: HeaderSearchProps<Result>) => {
  const listId = useId();
  const search = useSearchCombobox({ ...content, text, onType, onChoose });

  return (
    <Box
      ref={search.area}
      role="search"
      hideBelow="md"
      maxW="36rem"
      position="relative"
      onFocus={onFocus}
      onBlur={({ relatedTarget }) => relatedTarget && search.dismissBeside(relatedTarget)}
    >
      <InputGroup
        startElement={<Search size={18} aria-hidden />}
        endElement={
          text === '' ? (
            <Kbd aria-hidden>/</Kbd>
          ) : (
            <CloseButton
              size="xs"
              colorPalette="gray"
              me="-2"
              aria-label="Clear search"
              tabIndex={-1}
              onClick={search.clear}
            />
          )
        }
      >
        <Input
          ref={search.input}
          id={SEARCH_BOX_ID}
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={search.hasList}
          aria-controls={search.hasList ? listId : undefined}
          aria-activedescendant={search.hasActive ? optionId(listId, search.activeIndex) : undefined}
          aria-keyshortcuts="/"
          placeholder="Search services, accounts, or any data..."
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          textOverflow="ellipsis"
          value={text}
          onChange={({ target }) => search.type(target.value)}
          onClick={search.open}
          onKeyDown={search.steer}
        />
      </InputGroup>
      {search.isOpen && (
        <SearchDropdown
          {...content}
          listId={listId}
          activeIndex={search.activeIndex}
          onPoint={search.point}
          onChoose={search.choose}
        />
      )}
    </Box>
  );
};
