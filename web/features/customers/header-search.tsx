import { Box, Input, InputGroup, Kbd } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useId } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MAX } from '#shared/contract/limits.ts';
import { optionId, SearchDropdown } from './search-dropdown.tsx';
import { useSearchCombobox } from './use-search-combobox.ts';

/** Search while typing, by the combobox pattern of the ARIA Authoring Practices. */
export const HeaderSearch = ({ onChoose }: { onChoose?: (result: CustomerResult) => void }) => {
  const listId = useId();
  const search = useSearchCombobox(onChoose);

  return (
    <Box
      ref={search.area}
      role="search"
      maxW="36rem"
      position={{ base: 'static', md: 'relative' }}
      onBlur={({ relatedTarget }) => relatedTarget && search.dismissBeside(relatedTarget)}
    >
      <InputGroup
        startElement={<Search size={18} aria-hidden />}
        endElement={
          <Kbd hideBelow="md" aria-hidden>
            /
          </Kbd>
        }
      >
        <Input
          ref={search.input}
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={search.hasList}
          aria-controls={search.hasList ? listId : undefined}
          aria-activedescendant={search.hasActive ? optionId(listId, search.activeIndex) : undefined}
          aria-keyshortcuts="/ Control+K Meta+K"
          placeholder="Search services, accounts, or any data..."
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          textOverflow="ellipsis"
          value={search.text}
          onChange={({ target }) => search.type(target.value)}
          onClick={search.open}
          onKeyDown={search.steer}
        />
      </InputGroup>
      {search.isOpen && (
        <SearchDropdown
          listId={listId}
          results={search.results}
          error={search.error}
          activeIndex={search.activeIndex}
          onPoint={search.point}
          onChoose={search.choose}
        />
      )}
    </Box>
  );
};
